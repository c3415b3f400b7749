import { expect, test } from 'vitest';
import { disposition, savedFileName } from './file-types.ts';

test.each([
  ['recu2.png', 'image/jpeg', 'recu2.jpg'],
  ['Reçu de juin.PDF', 'application/pdf', 'Reçu de juin.pdf'],
  ['إيصال.pdf', 'application/pdf', 'إيصال.pdf'],
  ['facture.2026.11.pdf', 'application/pdf', 'facture.2026.11.pdf'],
  ['../../etc/passwd', 'application/pdf', 'etc passwd.pdf'],
  ['a"; filename="virus.exe', 'image/png', 'a filename= virus.png'],
  ['\u202Egnp.exe', 'image/png', 'gnp.png'],
  ['.htaccess', 'image/png', 'htaccess.png'],
  ['   ', 'application/pdf', 'document.pdf'],
  [undefined, 'image/jpeg', 'image.jpg'],
] as const)('%j as %s is saved as %s', (own, type, name) => {
  expect(savedFileName(own, type)).toBe(name);
});

test('a long name is cut between characters, and keeps its ending', () => {
  expect(savedFileName(`${'😀'.repeat(80)}.pdf`, 'application/pdf')).toBe(`${'😀'.repeat(50)}.pdf`);
});

test('a header says the name in full, and nothing but it', () => {
  expect(disposition('attachment', "Reçu d'été.pdf")).toBe(
    `attachment; filename="Recu d'ete.pdf"; filename*=UTF-8''Re%C3%A7u%20d%27%C3%A9t%C3%A9.pdf`,
  );
});
