import { type Acknowledged, warningIn } from '#shared/messaging/warnings.ts';
import { asProblem, failed } from '#web/lib/api/problem.ts';
import { wayOutOf } from '#web/lib/api/way-out.ts';
import { toast } from '#web/lib/toast.ts';

/** Why a confirmed act failed, in the words of its dialog. */
export interface Failure {
  title?: string;
  detail: string;
  wayOut?: ReturnType<typeof wayOutOf> | undefined;
  /** The code of a delivery is refused: its field shows why. */
  codeProblem?: string;
  /** The act goes on once the member has read this (rule 184). */
  warning?: Acknowledged | undefined;
  /** Another try cannot succeed, so there is no button for it. */
  isFinal?: boolean;
  /** Called when the dialog closes. Until then the page keeps the subject of the dialog, and with it the dialog. */
  onClosed?: () => unknown;
}

/** A failed act with the words of its page. Any other error has its own words. */
export class ActFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.detail);
    this.failure = failure;
  }
}

export function failureOf(error: unknown): Failure {
  if (error instanceof ActFailed) return error.failure;
  const { code, title, detail } = asProblem(error);
  return {
    ...(detail.startsWith(title) ? {} : { title }),
    detail,
    wayOut: wayOutOf({ code }),
    warning: warningIn(code),
  };
}

export const failedAs =
  (title: string) =>
  (error: unknown): never => {
    throw new ActFailed({ ...failureOf(error), title: failed(title, error).title });
  };

/** Shows a failure without an open dialog: for a lone button, or after the dialog was closed. */
export function toastFailure({ title, detail, wayOut, onClosed }: Failure): void {
  toast.error(title ?? detail, title && detail, wayOut);
  void onClosed?.();
}
