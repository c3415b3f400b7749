import type { Table } from '#functions/platform/table.ts';
import { scan } from '#functions/uploads/scanner.ts';
import { uploadStates } from '#functions/uploads/upload-states.ts';

/** S3's part: stores a file and lets the scanner check it. */
export function openQuarantine(table: Table) {
  const files = new Map<string, Uint8Array>();
  const tools = {
    uploads: uploadStates(table),
    store: {
      open: async (key: string) => {
        const bytes = files.get(key);
        return bytes && { size: bytes.length, bytes: async () => bytes };
      },
      write: async () => {},
      delete: async (key: string) => void files.delete(key),
    },
  };
  return async (url: string, bytes: Uint8Array) => {
    const key = decodeURIComponent(new URL(url).pathname).slice(1);
    files.set(key, bytes);
    await scan(key, tools);
  };
}
