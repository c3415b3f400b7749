import { beforeEach, expect, test, vi } from 'vitest';
import type { UploadKind } from '#shared/values/files.ts';
import { aGif, aJpeg, aPdf, aPng, aWebp } from '#test/support/images.ts';
import { readPictures } from '#test/support/pages/pictures.ts';
import { prepareFile } from '#web/forms/files/prepare-file.ts';

const text = (value: string) => Buffer.from(value, 'latin1');
const heic = text('\0\0\0\x28ftypheic\0\0\0\0mif1');
const file = (bytes: Uint8Array, name: string, type: string) => new File([new Uint8Array(bytes)], name, { type });

const sentenceOf = async (kind: UploadKind, chosen: File) => {
  const prepared = await prepareFile(kind, chosen);
  return 'problem' in prepared ? prepared.problem.sentence : undefined;
};
const sentOf = async (kind: UploadKind, chosen: File) => {
  const prepared = await prepareFile(kind, chosen);
  if ('problem' in prepared) throw new Error(prepared.problem.sentence);
  return { name: prepared.file.name, type: prepared.file.type, bytes: Buffer.from(await prepared.file.arrayBuffer()) };
};

beforeEach(() => readPictures(({ size }) => size === heic.length));

test.each([
  ['IMG_2041.jpg', 'image/jpeg'],
  ['IMG_2041.HEIC', 'image/heic'],
  ['IMG_2041', ''],
])('a photo of an iPhone (%s, « %s ») is told with its name and what to do', async (name, type) => {
  for (const kind of ['id_document', 'proof', 'receipt_file', 'avatar'] as const) {
    const sentence = await sentenceOf(kind, file(heic, name, type));
    expect(sentence).toContain(`« ${name} » est une photo HEIC`);
    expect(sentence).toContain("capture d'écran");
  }
});

test('a picture without its last bytes is told, although browsers show it', async () => {
  const broken = file(aJpeg({ width: 640, height: 480 }).subarray(0, -40), 'carte.jpg', 'image/jpeg');
  expect(await sentenceOf('id_document', broken)).toContain('« carte.jpg » ne peut pas être lu');
});

const bmp = text('BM\x1e\0\0\0');
test.each<[what: string, kind: UploadKind, bytes: Uint8Array, name: string, type: string, taken: string]>([
  ['a GIF', 'id_document', aGif(), 'carte.gif', 'image/gif', 'JPG, PNG ou PDF'],
  ['a GIF that is called a JPG', 'id_document', aGif(), 'carte.jpg', 'image/jpeg', 'JPG, PNG ou PDF'],
  ['a WebP', 'id_document', aWebp(), 'carte.webp', 'image/webp', 'JPG, PNG ou PDF'],
  ['a GIF', 'face_photo', aGif(), 'visage.gif', 'image/gif', 'JPG ou PNG'],
  ['a WebP', 'proof', aWebp(), 'remise', '', 'JPG ou PNG'],
  ['a GIF', 'receipt_file', aGif(), 'recu.gif', 'image/gif', 'JPG, PNG'],
  ['a bitmap', 'id_document', bmp, 'carte.bmp', 'image/bmp', 'JPG, PNG ou PDF'],
  ['a bitmap', 'parcel_file', bmp, 'colis.bmp', 'image/bmp', 'une image ou un document PDF'],
])('%s as %s is refused with the kinds that are taken, also by a browser that could draw it', async (...given) => {
  const [, kind, bytes, name, type, taken] = given;
  const canvases = vi.spyOn(document, 'createElement');
  expect(await sentenceOf(kind, file(bytes, name, type))).toContain(taken);
  expect(canvases).not.toHaveBeenCalled();
});

test('a file that has gone since it was chosen is told', async () => {
  const gone = file(aJpeg(), 'carte.jpg', 'image/jpeg');
  gone.arrayBuffer = () => Promise.reject(new DOMException('', 'NotFoundError'));
  expect(await sentenceOf('id_document', gone)).toBe(
    "« carte.jpg » n'est plus sur cet appareil. Choisissez le fichier à nouveau.",
  );
});

test.each([
  ['a PNG called .jpg', file(aPng(), 'recu.jpg', 'image/jpeg'), 'image/png'],
  ['a JPEG without a type', file(aJpeg(), 'recu', ''), 'image/jpeg'],
  ['a PDF called .jpg', file(aPdf(), 'recu.jpg', 'image/jpeg'), 'application/pdf'],
  ['a PDF without a type', file(aPdf(), 'recu', ''), 'application/pdf'],
])('%s is sent as what it is', async (_, chosen, type) => {
  expect(await sentOf('receipt_file', chosen)).toMatchObject({ name: chosen.name, type });
});

test('a PDF is sent from its start', async () => {
  const marked = file(Buffer.concat([text('\xef\xbb\xbf'), aPdf()]), 'recu.pdf', 'application/pdf');
  const { bytes } = await sentOf('receipt_file', marked);
  expect(bytes.equals(Buffer.from(aPdf()))).toBe(true);
});

test.each([
  ['application/pdf', 'lettre.pdf', "« lettre.pdf » n'est pas un PDF lisible"],
  ['text/html', 'lettre.html', 'Veuillez sélectionner une image (JPG, PNG) ou un PDF.'],
])('a page called %s is no receipt', async (type, name, sentence) => {
  expect(await sentenceOf('receipt_file', file(text('<html></html>'), name, type))).toContain(sentence);
});

test('a PDF that broke off on its way is told at once', async () => {
  const half = file(Buffer.from(aPdf()).subarray(0, 60), 'recu.pdf', 'application/pdf');
  expect(await sentenceOf('receipt_file', half)).toContain("« recu.pdf » n'est pas un PDF lisible");
});

test('a broken PDF where only photos are taken is refused for what it is', async () => {
  const half = file(Buffer.from(aPdf()).subarray(0, 60), 'visage.pdf', 'application/pdf');
  expect(await sentenceOf('face_photo', half)).toBe('Format non supporté : choisissez une photo JPG ou PNG.');
});

test('a picture that holds a document is a picture', async () => {
  const both = file(Buffer.concat([aGif(), aPdf()]), 'colis.gif', 'image/gif');
  expect(await sentOf('parcel_file', both)).toMatchObject({ type: 'image/gif' });
});

test('an animation stays one where it is accepted', async () => {
  const animation = file(aGif({ frames: 3 }), 'colis.gif', 'image/gif');
  expect((await sentOf('parcel_file', animation)).bytes.equals(Buffer.from(aGif({ frames: 3 })))).toBe(true);
  expect(await sentenceOf('proof', animation)).toBe('Format non supporté : choisissez une photo JPG ou PNG.');
});
