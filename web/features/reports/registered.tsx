import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { AppearingHeading } from '#web/ui/appearing-heading.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';

export const Registered = ({
  title,
  reference,
  children,
}: {
  title: string;
  reference: string;
  children: ReactNode;
}) => (
  <section className="stack">
    <AppearingHeading>{title}</AppearingHeading>
    <p>
      Votre référence : <strong translate="no">{reference}</strong>{' '}
      <CopyButton text={reference} label="Copier la référence" />
    </p>
    {children}
    <div className="cluster">
      <Button as={Link} variant="primary" to={paths.home}>
        Retour à l'accueil
      </Button>
    </div>
  </section>
);
