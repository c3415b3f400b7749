/** A refusal of S3: HTTP status, error code and text of the service. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
  }
}

/** An unsupported feature is refused with an error, because a silently ignored condition would give false results. */
export function notImplemented(what: string): S3Error {
  return new S3Error(501, 'NotImplemented', `${what} is not emulated`);
}
