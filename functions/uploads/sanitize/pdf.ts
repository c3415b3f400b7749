import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import type { Limits } from './limits.ts';
import { pdfOfPages } from './pdf-of-pages.ts';
import { type Drawn, encodePage } from './picture.ts';
import { FileRefusal } from './refusal.ts';

/** Pixels of the longer side of a page, 150 to the inch for A4: the small print of a card can be read. */
const longestSide = 1754;

let library: Promise<PDFiumLibrary> | undefined;

/**
 * Draws each page to pixels and makes a new document of these pictures: the values of forms stay visible, while
 * scripts, actions, attached files, hidden layers, authors and locations are lost, wherever the document has them.
 */
export async function drawPdf(bytes: Uint8Array, limits: Limits): Promise<Drawn> {
  library ??= PDFiumLibrary.init();
  const pdfium = await library;
  const document = await open(pdfium, bytes);
  try {
    return { bytes: await drawn(document, limits) };
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    // After any failure the next document gets a new WebAssembly memory.
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
    const scale = longestSide / Math.max(originalWidth, originalHeight);
    const sides = { width: Math.ceil(originalWidth * scale), height: Math.ceil(originalHeight * scale) };
    if (!(sides.width > 0 && sides.height > 0)) throw new FileRefusal('damaged');
    const { data, width, height } = await page.render({ ...sides, render: 'bitmap', renderFormFields: true });
    pages.push({ jpeg: await encodePage(data, width, height), width, height, points: originalWidth });
  }
  return pdfOfPages(pages);
}
