import MailComposer from 'nodemailer/lib/mail-composer';
import type { Rendered } from './layout.ts';

/** The bytes of a mail with the headers of a one-click unsubscription (RFC 8058). */
export function rawMail({
  from,
  to,
  mail,
  stopUrl,
  replyTo,
}: {
  from: string;
  to: string;
  mail: Rendered;
  stopUrl: string;
  replyTo: string | undefined;
}): Promise<Buffer> {
  const composer = new MailComposer({
    ...mail,
    from,
    to,
    replyTo,
    headers: { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
