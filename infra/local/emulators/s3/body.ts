import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { notImplemented, S3Error } from './store.ts';

const checksumHeader = /^x-amz-checksum-(crc32|crc32c|crc64nvme|sha1|sha256|md5|xxhash\w+)$/;

export interface Payload {
  bytes: Buffer;
  checksums: Record<string, string>;
}

/**
 * The bytes of a request as the object stores them: unwrapped from `aws-chunked`, and compared with every hash in a
 * header or a trailer. A checksum in the query of a presigned URL is ignored, as S3 ignores it.
 * @param signedHash the payload hash of the signature
 * @throws S3Error when a length or a hash differs
 */
export function readPayload(raw: Buffer, headers: IncomingHttpHeaders, signedHash: string): Payload {
  if (signedHash === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') {
    const { bytes, trailers } = unwrapChunks(raw);
    if (String(bytes.length) !== headers['x-amz-decoded-content-length']) throw incompleteBody();
    return { bytes, checksums: verifyChecksums(bytes, { ...headers, ...trailers }) };
  }
  if (signedHash.startsWith('STREAMING-')) throw notImplemented(signedHash);
  if (signedHash !== 'UNSIGNED-PAYLOAD' && createHash('sha256').update(raw).digest('hex') !== signedHash) {
    const text = "The provided 'x-amz-content-sha256' header does not match what was computed.";
    throw new S3Error(400, 'XAmzContentSHA256Mismatch', text);
  }
  return { bytes: raw, checksums: verifyChecksums(raw, headers) };
}

/** Each chunk is its length in hexadecimal, CRLF, bytes, CRLF; after the empty chunk come the trailers. */
function unwrapChunks(raw: Buffer): { bytes: Buffer; trailers: Record<string, string> } {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = raw.indexOf('\r\n', at);
    const size = Number.parseInt(raw.toString('latin1', at, lineEnd), 16);
    if (lineEnd < 0 || Number.isNaN(size)) throw incompleteBody();
    at = lineEnd + 2;
    if (size === 0) return { bytes: Buffer.concat(chunks), trailers: readTrailers(raw.toString('latin1', at)) };
    chunks.push(raw.subarray(at, at + size));
    at += size + 2;
  }
}

function readTrailers(text: string): Record<string, string> {
  const lines = text.split('\r\n').filter((line) => line.includes(':'));
  return Object.fromEntries(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

function verifyChecksums(bytes: Buffer, headers: IncomingHttpHeaders): Record<string, string> {
  const md5 = headers['content-md5'];
  if (md5 !== undefined && md5 !== digest('md5', bytes)) {
    throw new S3Error(400, 'BadDigest', 'The Content-MD5 you specified did not match what we received.');
  }
  const verified: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const algorithm = checksumHeader.exec(name)?.[1];
    if (!algorithm) continue;
    const computed = digest(algorithm, bytes);
    if (computed !== value) {
      const text = `The ${algorithm.toUpperCase()} you specified did not match the calculated checksum.`;
      throw new S3Error(400, 'BadDigest', text);
    }
    verified[name] = computed;
  }
  return verified;
}

function digest(algorithm: string, bytes: Buffer): string {
  switch (algorithm) {
    case 'crc32': {
      const sum = Buffer.alloc(4);
      sum.writeUInt32BE(crc32(bytes));
      return sum.toString('base64');
    }
    case 'md5':
    case 'sha1':
    case 'sha256':
      return createHash(algorithm).update(bytes).digest('base64');
    default:
      throw notImplemented(`The checksum ${algorithm}`);
  }
}

function incompleteBody(): S3Error {
  return new S3Error(400, 'IncompleteBody', 'The request body terminated unexpectedly.');
}
