import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { CheckboxField } from '#web/forms/checkbox-field.tsx';

export const TermsField = (props: Omit<ComponentProps<typeof CheckboxField>, 'label'>) => (
  <CheckboxField
    label={
      <>
        J'accepte les <Link to={paths.terms}>conditions générales</Link> et la{' '}
        <Link to={paths.privacy}>politique de confidentialité</Link>
      </>
    }
    {...props}
  />
);
