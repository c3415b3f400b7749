import { crc32, deflateSync } from 'node:zlib';
import type { ChosenFile } from './site-client.ts';

/** A drawn PNG of 640 × 480: a parcel on a table, in its own tone. */
export function picture(name: string, tone: number): ChosenFile {
  const [width, height] = [640, 480];
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const inBox = x > 160 && x < 480 && y > 140 && y < 400;
      const onTape = inBox && (Math.abs(x - 320) < 22 || Math.abs(y - 270) < 14);
      const shade = onTape ? 0.95 : inBox ? 0.72 - (y - 140) / 1500 : 0.9 - y / 900;
      const at = y * (width * 3 + 1) + 1 + x * 3;
      const warm = inBox && !onTape ? 30 : 0;
      rows[at] = Math.min(255, shade * 210 + warm + (tone % 40));
      rows[at + 1] = Math.min(255, shade * 200);
      rows[at + 2] = Math.max(0, shade * 190 - warm + ((tone * 7) % 40));
    }
  }
  return { name, type: 'image/png', bytes: png(width, height, rows) };
}

function png(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
