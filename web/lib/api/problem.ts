import { generalSentences } from '#shared/client-refusals.ts';
import type { Problem, RefusalCode } from '#shared/refusal.ts';

/** Why a call failed: a refusal of the server, or `OFFLINE` without an answer. Its sentences can be shown unchanged. */
export class ApiProblem extends Error {
  readonly code: RefusalCode | 'OFFLINE';
  readonly title: string;
  readonly detail: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly current: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: RefusalCode | 'OFFLINE',
    facts: {
      title: string;
      detail: string;
      fields?: Readonly<Record<string, string>> | undefined;
      current?: unknown;
      retryAfterSeconds?: number;
    },
  ) {
    super(`${code}: ${facts.detail}`);
    this.name = 'ApiProblem';
    this.code = code;
    this.title = facts.title;
    this.detail = facts.detail;
    this.fields = facts.fields ?? {};
    this.current = facts.current;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

export const connectionTitle = 'Problème de connexion';
export const checkConnection = 'Veuillez vérifier votre connexion internet.';

/** No answer: the network is down, or it took more than 10 seconds. */
export const offline = () =>
  new ApiProblem('OFFLINE', {
    title: connectionTitle,
    detail: `${connectionTitle}. ${checkConnection}`,
  });

/** The answer belongs to another release, so this page can't show or correct it. */
export const fromOtherRelease = () => new ApiProblem('OTHER_RELEASE', generalSentences.OTHER_RELEASE);

/** Whether a call got no answer. */
export const isLost = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'OFFLINE';

/** The session has expired, and the member closed the sign-in dialog. */
export const sessionOver = () => new ApiProblem('SIGNED_OUT', generalSentences.SIGNED_OUT);

/** Answers of API Gateway itself have no code of ours, so their status decides. */
const codeOfStatus: Readonly<Record<number, keyof typeof generalSentences>> = {
  400: 'INVALID',
  401: 'SIGNED_OUT',
  403: 'NOT_ALLOWED',
  404: 'NOT_FOUND',
  413: 'TOO_LARGE',
  429: 'TOO_MANY',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
};

export async function problemOf(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => ({}))) as Partial<Problem>;
  const meaning = codeOfStatus[response.status] ?? 'FAULT';
  const code = body.code ?? meaning;
  const said = Number(response.headers.get('retry-after'));
  return new ApiProblem(code, {
    title: body.title ?? generalSentences[meaning].title,
    detail: body.detail ?? generalSentences[meaning].detail,
    fields: body.fields,
    current: body.current,
    ...(said > 0 ? { retryAfterSeconds: said } : {}),
  });
}

/** Turns any thrown value into a problem that can be shown. */
export const asProblem = (error: unknown): ApiProblem =>
  error instanceof ApiProblem ? error : new ApiProblem('FAULT', generalSentences.FAULT);

/** Whether a call was refused because the session has ended. */
export const isSignedOut = (error: unknown): boolean =>
  ['SIGNED_OUT', 'SESSION_REVOKED'].includes(asProblem(error).code);
