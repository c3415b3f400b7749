import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';

/** A device with keys of its own, which reads the pushes that it gets as a browser does (RFC 8291). */
export function aBrowser(name = 'Chrome sur Android') {
  const pair = createECDH('prime256v1');
  const point = pair.generateKeys();
  const auth = randomBytes(16);
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    p256dh: point.toString('base64url'),
    auth: auth.toString('base64url'),
    name,
  };

  /** The payload of an encrypted body, which is one record of `aes128gcm` (RFC 8188). */
  const read = (body: Buffer): unknown => {
    const salt = body.subarray(0, 16);
    const senderKey = body.subarray(21, 21 + body.readUInt8(20));
    const sealed = body.subarray(21 + senderKey.length);
    const derive = (secret: Uint8Array, with_: Uint8Array, info: Uint8Array | string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, with_, info, bytes));
    const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), point, senderKey]);
    const secret = derive(pair.computeSecret(senderKey), auth, keyInfo, 32);
    const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // After the text comes the mark of the last record, then zeros.
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  };
  return { subscription, read };
}
