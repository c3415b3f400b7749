import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Sentence } from '#shared/client-refusals.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { accountsApi } from '#web/features/accounts/api.ts';
import { useDocumentSending } from '#web/features/accounts/documents/use-document-sending.ts';
import { keepBrowserToken } from '#web/features/accounts/sign-up/browser-token.ts';
import { type AccountTyped, type DocumentsTyped, dropDraft } from '#web/features/accounts/sign-up/registration.ts';
import type { SignedUp } from '#web/features/accounts/use-arrival.ts';
import { documentsProblem, sentenceOf } from '#web/features/accounts/words.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { ApiProblem, asProblem } from '#web/lib/api/problem.ts';
import { untilScanned } from '#web/lib/api/until-scanned.ts';
import { keepRedirect } from '#web/lib/session/redirect.ts';
import { toast } from '#web/lib/toast.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';

export const registrationActs = {
  account: 'Création du compte…',
  files: 'Envoi des documents…',
  check: 'Vérification des documents…',
} as const;
type Act = keyof typeof registrationActs;

const partly = 'Inscription partiellement réussie';
/** Documents that wait by choice are no failure (rule 203). */
const addLater =
  'Ajoutez vos documents dès votre première connexion : ils sont nécessaires pour publier et transporter.';

/** The form stays, with its files. Pressing again finds the account and sends them (rule 76). */
const mayStillArrive = new Set<ApiProblem['code']>([
  'OFFLINE',
  'STOPPED',
  'UNAVAILABLE',
  'IN_PROGRESS',
  'TOO_MANY',
  'FAULT',
]);
const notArrived =
  'Votre compte est créé, mais vos documents ne sont pas encore arrivés. Réessayez, ou choisissez « Plus tard ».';

interface Refusal {
  sentence: Sentence;
  code: ApiProblem['code'] | undefined;
}

/**
 * A sign-up from the form to the next page (product 1.4): the account, then its documents with the ticket that the
 * account returned. Documents that are refused or wait are sent after the first sign-in. On a bad line the form keeps
 * them for another try.
 */
export function useRegistration() {
  const navigate = useNavigate();
  const [query] = usePageQuery(paths.register);
  const [act, setAct] = useState<Act>();
  const [refusal, setRefusal] = useState<Refusal>();
  const keyOfTry = useIdempotencyKey();
  const documents = useDocumentSending();
  const running = useRef(false);

  async function sendDocuments(ticket: string, files: DocumentsTyped) {
    setAct('files');
    // The contract of uploads includes those of the whole product.
    const { uploadsApi } = await import('#web/features/uploads/api.ts');
    const { idDocument, facePhoto } = await documents.send(files, ({ body }) =>
      uploadsApi.requestSignUpUpload({ body: { ticket, ...body } }),
    );
    if (!idDocument || !facePhoto) throw new Error('A document has no upload');
    setAct('check');
    const idempotencyKey = crypto.randomUUID();
    await untilScanned(() =>
      accountsApi.attachSignUpDocuments({ body: { ticket, idDocument, facePhoto } }, { idempotencyKey }),
    );
  }

  /** `files`: none when they are sent later. Returns the sentences of refused fields; none after success. */
  async function register(
    { confirmPassword: _same, ...body }: AccountTyped,
    files: DocumentsTyped | undefined,
  ): Promise<Readonly<Record<string, string>>> {
    if (running.current) return {};
    running.current = true;
    setRefusal(undefined);
    setAct('account');
    try {
      const account = await accountsApi.signUp({ body }, { idempotencyKey: keyOfTry(body) });
      keepBrowserToken(body.email, account.proof);
      const redirect = query.get('redirect');
      if (redirect) keepRedirect(redirect);
      const mailed = account.email.sent && !account.email.simulated;
      const signedUp: SignedUp = { email: body.email, mailed };
      if (!files) {
        dropDraft();
        toast.success('Compte créé', addLater, undefined, paths.login);
        await navigate(withQuery(paths.login, { redirect: paths.confirmEmail }), { state: signedUp });
        return {};
      }
      const failed = await sendDocuments(account.uploadTicket, files).then(() => undefined, asProblem);
      if (failed && mayStillArrive.has(failed.code)) {
        setRefusal({ sentence: { title: partly, detail: notArrived }, code: failed.code });
        return {};
      }
      dropDraft();
      if (failed) {
        const again = `${documentsProblem(failed)} Connectez-vous pour envoyer à nouveau vos documents.`;
        toast.error(partly, again, undefined, paths.login);
        await navigate(withQuery(paths.login, { error: 'documents_failed' }), { state: signedUp });
        return {};
      }
      if (!mailed) sayNotMailed();
      await navigate(withQuery(paths.confirmEmail, { email: body.email, noEmail: mailed ? undefined : '1' }));
      return {};
    } catch (error) {
      const { fields, ...refused } = refusalOf(error);
      setRefusal(refused);
      return fields;
    } finally {
      setAct(undefined);
      running.current = false;
    }
  }

  const dismiss = () => setRefusal(undefined);
  return { act, progress: documents.progress, refusal, dismiss, register };
}

const sayNotMailed = () =>
  toast.error(
    "Problème d'envoi d'email",
    "Votre compte a été créé, mais vous ne recevrez pas d'email de confirmation.",
    undefined,
    paths.confirmEmail,
  );

function refusalOf(error: unknown): Refusal & { fields: Readonly<Record<string, string>> } {
  const sentence = sentenceOf('signUp', error);
  const problem = error instanceof ApiProblem ? error : undefined;
  const isTaken = problem?.code === 'EMAIL_TAKEN';
  const fields = isTaken ? { email: sentence.detail } : (problem?.fields ?? {});
  const isAtField = Object.keys(fields).length > 0 && !isTaken;
  return { sentence: isAtField ? { ...sentence, detail: '' } : sentence, code: problem?.code, fields };
}
