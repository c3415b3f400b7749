/** A refusal of S3: HTTP status, error code and text as the service words them. */
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

/** What the product does not use is refused loudly: a silently ignored condition would be a false promise. */
export function notImplemented(what: string): S3Error {
  return new S3Error(501, 'NotImplemented', `${what} is not emulated`);
}
