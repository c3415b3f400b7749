import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import type { Limits } from './limits.ts';
import { type Drawn, encodePage } from './picture.ts';
import { FileRefusal } from './refusal.ts';

/** Pixels of an A4 page at 150 dpi, where the small print of a card is readable. */
const a4 = { shorter: 1240, longer: 1754 };
const most = { pixels: 16_000_000, side: 16_384 };

let library: Promise<PDFiumLibrary> | undefined;

/**
 * Draws each page to pixels and makes a new document of these pictures. Values of forms stay visible; scripts, actions,
 * attached files, hidden layers, authors and locations are removed, wherever they are.
 */
export async function drawPdf(bytes: Uint8Array, limits: Limits): Promise<Drawn> {
  library ??= PDFiumLibrary.init();
  const pdfium = await library;
  const document = await open(pdfium, bytes);
  try {
    return { bytes: await drawn(document, limits) };
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    library = undefined;
    throw new FileRefusal('damaged');
  } finally {
    if (library) document.destroy();
  }
}

async function open(pdfium: PDFiumLibrary, bytes: Uint8Array): Promise<PDFiumDocument> {
  try {
    return await pdfium.loadDocument(bytes);
  } catch (error) {
    throw new FileRefusal(/password|security/i.test(String(error)) ? 'encrypted' : 'damaged');
  }
}

async function drawn(document: PDFiumDocument, limits: Limits): Promise<Uint8Array> {
  const count = document.getPageCount();
  if (count < 1) throw new FileRefusal('damaged');
  if (count > limits.maxPages) throw new FileRefusal('too_many_pages');
  const endsAt = performance.now() + limits.seconds * 1000;
  const pages = [];
  for (const page of document.pages()) {
    if (performance.now() > endsAt) throw new FileRefusal('too_complex');
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = scaleOf(originalWidth, originalHeight);
    const sides = { width: Math.ceil(originalWidth * scale), height: Math.ceil(originalHeight * scale) };
    if (!(sides.width > 0 && sides.height > 0)) throw new FileRefusal('damaged');
    const { data, width, height } = await page.render({ ...sides, render: 'bitmap', renderFormFields: true });
    pages.push({ jpeg: await encodePage(data, width, height), width, height, points: originalWidth });
  }
  return pdfOfPages(pages);
}

/** Pixels per point. A receipt as long as five pages keeps letters of the same size. */
function scaleOf(width: number, height: number): number {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  const wanted = Math.max(a4.longer / longer, a4.shorter / shorter);
  return Math.min(wanted, Math.sqrt(most.pixels / (width * height)), most.side / longer);
}

/** A page as one picture. `points` is its width on paper, in 1/72 inch. */
interface PicturedPage {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly points: number;
}

/**
 * The smallest PDF that shows these pictures, one on each page (ISO 32000-1 §7.5): no information, no metadata, no
 * names.
 */
function pdfOfPages(pages: readonly PicturedPage[]): Uint8Array {
  const kids = pages.map((_, index) => `${3 + index * 3} 0 R`).join(' ');
  const objects = [
    object('<< /Type /Catalog /Pages 2 0 R >>'),
    object(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`),
    ...pages.flatMap((page, index) => pageObjects(page, 3 + index * 3)),
  ];
  const head = Buffer.from('%PDF-1.4\n', 'latin1');
  let offset = head.length;
  const numbered = objects.map((body, index) => {
    const whole = Buffer.concat([text(`${index + 1} 0 obj\n`), body, text('\nendobj\n')]);
    const entry = `${String(offset).padStart(10, '0')} 00000 n \n`;
    offset += whole.length;
    return { whole, entry };
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${numbered.map(({ entry }) => entry).join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`;
  return Buffer.concat([head, ...numbered.map(({ whole }) => whole), text(table + trailer)]);
}

function pageObjects({ jpeg, width, height, points }: PicturedPage, number: number): Buffer[] {
  const box = [points, (points * height) / width].map((side) => side.toFixed(2)).join(' ');
  const drawing = `q ${box.replace(' ', ' 0 0 ')} 0 0 cm /P Do Q`;
  return [
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${box}] /Contents ${number + 1} 0 R /Resources << /XObject << /P ${number + 2} 0 R >> >> >>`,
    ),
    stream(`<< /Length ${drawing.length} >>`, text(drawing)),
    stream(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    ),
  ];
}

const text = (value: string) => Buffer.from(value, 'latin1');
const object = text;
const stream = (dictionary: string, content: Uint8Array) =>
  Buffer.concat([text(`${dictionary}\nstream\n`), content, text('\nendstream')]);
