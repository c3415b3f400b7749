/** A page as one picture. `points` is its width on paper, in 1/72 inch. */
export interface PicturedPage {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly points: number;
}

/**
 * The smallest PDF that shows these pictures, one on each page (ISO 32000-1 §7.5): no information, no metadata, no
 * names.
 */
export function pdfOfPages(pages: readonly PicturedPage[]): Uint8Array {
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
