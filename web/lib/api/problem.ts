import { generalSentences, type Sentence } from '#shared/client-refusals.ts';
import type { Problem, RefusalCode } from '#shared/refusal.ts';

/** A refusal of the server, `OFFLINE` without an answer, or `STOPPED` by the person. */
type ProblemCode = RefusalCode | 'OFFLINE' | 'STOPPED';

/** Why a call failed. Its sentences can be shown unchanged. */
export class ApiProblem extends Error {
  readonly code: ProblemCode;
  readonly title: string;
  readonly detail: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly current: unknown;
  readonly retryAfterSeconds: number | undefined;
  /** The act may have happened, so no sentence denies it. */
  readonly isUncertain: boolean;

  constructor(
    code: ProblemCode,
    facts: {
      title: string;
      detail: string;
      fields?: Readonly<Record<string, string>> | undefined;
      current?: unknown;
      retryAfterSeconds?: number;
      isUncertain?: boolean;
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
    this.isUncertain = facts.isUncertain ?? false;
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

/** No answer to an act that has left this device. */
export const unanswered = () =>
  new ApiProblem('OFFLINE', {
    title: connectionTitle,
    detail: 'Votre demande a peut-être été enregistrée. Vérifiez votre connexion, puis réessayez.',
    isUncertain: true,
  });

/** The answer belongs to another release, so this page can't show or correct it. */
export const fromOtherRelease = () => new ApiProblem('OTHER_RELEASE', generalSentences.OTHER_RELEASE);

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

/** `isAct`: the call may have changed something before this answer. */
export async function problemOf(response: Response, isAct = false): Promise<ApiProblem> {
  const body = (await response.json().catch(() => ({}))) as Partial<Problem>;
  const meaning = codeOfStatus[response.status] ?? 'FAULT';
  const code = body.code ?? meaning;
  const said = Number(response.headers.get('retry-after'));
  const isGeneral = body.title === undefined || body.title === generalSentences.UNAVAILABLE.title;
  const isPassing = code === 'IN_PROGRESS' || (response.status >= 500 && isGeneral);
  return new ApiProblem(code, {
    title: body.title ?? generalSentences[meaning].title,
    detail: body.detail ?? generalSentences[meaning].detail,
    fields: body.fields,
    current: body.current,
    ...(said > 0 ? { retryAfterSeconds: said } : {}),
    isUncertain: isAct && isPassing,
  });
}

/** Turns any thrown value into a problem that can be shown. */
export const asProblem = (error: unknown): ApiProblem =>
  error instanceof ApiProblem ? error : new ApiProblem('FAULT', generalSentences.FAULT);

export const isSignedOut = (error: unknown): boolean =>
  ['SIGNED_OUT', 'SESSION_REVOKED'].includes(asProblem(error).code);

/** A failed act under the title that its page gives it, unless the title would deny what may have happened. */
export function failed(title: string, error: unknown): Sentence {
  const { code, isUncertain, title: own, detail } = asProblem(error);
  return { title: isUncertain || code === 'STOPPED' ? own : title, detail };
}
