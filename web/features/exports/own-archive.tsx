import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { MailRefusal } from '#shared/accounts/me.ts';
import { type Archive, exportRoutes } from '#shared/exports/contract.ts';
import { mailsLostText } from '#shared/profiles/words.ts';
import { numberText } from '#shared/values/formats.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { queriesOf, touch } from '#web/lib/api/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

const exportsApi = clientOf(exportRoutes);
const exportsQuery = queriesOf('exports', exportsApi);

/** Milliseconds. A link to a part is valid for five minutes, and a page that is open for longer asks for a new one. */
const again = { preparing: 15_000, ready: 240_000 } as const;

interface OwnArchiveProps {
  email: string;
  secret: string | null;
  /** Why our mails do not reach the address, and the sentence with the next step. */
  lost: { refusal: MailRefusal; remedy?: string } | undefined;
}

/**
 * « Mes données »: asks for an archive, shows its state, and gives its files to a member who opens the link of the
 * mail. While mails do not reach them, it warns before they ask.
 */
export function OwnArchive({ email, secret, lost }: OwnArchiveProps) {
  const { data, isError, refetch } = useQuery({
    ...exportsQuery('myExport', secret ? { query: { archive: secret } } : {}),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.state === 'preparing' ? again.preparing : state.data?.parts ? again.ready : false,
  });
  return (
    <section className="card card--roomy stack" aria-labelledby="archive-title">
      <h2 id="archive-title">Mes données</h2>
      <p className="muted">
        Recevez une copie de tout ce que nous gardons sur vous : profil, annonces, livraisons, messages, avis, paiements
        et fichiers.
      </p>
      {data ? (
        <>
          {lost && !data.parts && (
            <Callout tone="warning" title="Le lien de votre archive ne vous parviendrait pas">
              <p>
                {mailsLostText(lost.refusal, email)} {lost.remedy}
              </p>
            </Callout>
          )}
          <Standing archive={data} email={email} mailIsLost={lost !== undefined} hasLink={secret !== null} />
        </>
      ) : isError ? (
        <ErrorPanel message="Impossible de charger l'état de votre archive." onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <Skeleton height="3rem" />
        </Loading>
      )}
    </section>
  );
}

interface StandingProps {
  archive: Archive;
  email: string;
  mailIsLost: boolean;
  hasLink: boolean;
}

function Standing({ archive: { state, parts, until }, email, mailIsLost, hasLink }: StandingProps) {
  if (state === 'preparing')
    return (
      <Callout tone="info" title="Votre archive est en préparation" live>
        <p>
          {!mailIsLost && (
            <>
              Vous recevrez un email à <bdi translate="no">{email}</bdi> dès qu'elle sera prête, en général en quelques
              minutes.{' '}
            </>
          )}
          Vous pouvez quitter cette page.
        </p>
      </Callout>
    );
  if (parts && until) return <Parts parts={parts} until={until} />;
  return (
    <>
      {state === 'ready' && !until && (
        <Callout tone="success" title="Votre archive est prête" live>
          <p>
            Le lien pour la télécharger est dans l'email envoyé à <bdi translate="no">{email}</bdi>. Il est valable une
            heure.
          </p>
        </Callout>
      )}
      {(until || (state === 'none' && hasLink)) && (
        <Callout tone="warning" title="Ce lien a expiré">
          <p>Demandez une nouvelle archive pour recevoir un autre lien.</p>
        </Callout>
      )}
      {state === 'failed' && (
        <Callout tone="error" title="Votre archive n'a pas pu être préparée" live>
          <p>Nous en sommes prévenus. Demandez-la à nouveau un peu plus tard.</p>
        </Callout>
      )}
      <Ask label={state === 'none' ? 'Demander mes données' : 'Demander une nouvelle archive'} />
    </>
  );
}

function Parts({ parts, until }: { parts: NonNullable<Archive['parts']>; until: string }) {
  return (
    <Callout tone="success" title="Votre archive est prête">
      <p>
        {parts.length > 1
          ? `Elle est en ${parts.length} fichiers ZIP : téléchargez-les tous.`
          : "C'est un fichier ZIP : des textes, et vos fichiers."}{' '}
        Ce lien est valable jusqu'au <Moment at={until} />.
      </p>
      {parts.map(({ name, bytes, url }, index) => (
        <Button as="a" key={name} variant="primary" href={url} download={name}>
          <Download size={18} aria-hidden="true" />
          {parts.length > 1 ? `Télécharger la partie ${index + 1}` : 'Télécharger mes données'} ({sizeOf(bytes)})
        </Button>
      ))}
    </Callout>
  );
}

/** « 12,3 Mo »; small archives in kilobytes. */
const sizeOf = (bytes: number) =>
  bytes < 1_000_000
    ? `${Math.ceil(bytes / 1000)} Ko`
    : `${numberText(bytes / 1_000_000, { maximumFractionDigits: 1 })} Mo`;

function Ask({ label }: { label: string }) {
  const queries = useQueryClient();
  const asking = useMutation({
    mutationFn: () => exportsApi.exportMyData(),
    onSuccess: () => touch(queries, ['exports', 'myExport']),
  });
  const problem = asking.isError ? asProblem(asking.error) : undefined;
  return (
    <>
      {problem && (
        <Callout tone="error" title={problem.title} live>
          <p>{problem.detail}</p>
        </Callout>
      )}
      <div>
        <SubmitButton type="button" variant="default" busy={asking.isPending} onClick={() => asking.mutate()}>
          {label}
        </SubmitButton>
      </div>
    </>
  );
}
