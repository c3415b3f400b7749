import { vi } from 'vitest';

/** An answer of S3 other than that the file is stored. */
interface OtherAnswer {
  readonly status: number;
  readonly text?: string;
}

/** `hear` reports a part that was sent, from 0 to 1. */
type Keep = (url: string, file: File, hear: (share: number) => void) => Promise<OtherAnswer | void>;

/**
 * Receives the files that a page sends to S3; they are returned in the order of their arrival. `keep` may do more with
 * one, or answer otherwise; when it fails the connection is broken. jsdom itself would use the network.
 */
export function fakeStorage(keep: Keep = async () => {}): File[] {
  const files: File[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = new EventTarget();
      status = 0;
      responseText = '';
      #url = '';
      #listeners = new Map<string, () => void>();
      open(_method: string, url: string) {
        this.#url = url;
      }
      setRequestHeader() {}
      addEventListener(type: string, listener: () => void) {
        this.#listeners.set(type, listener);
      }
      abort() {
        this.#listeners.clear();
      }
      send(file: File) {
        const hear = (share: number) =>
          this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: share * file.size, total: file.size }));
        void keep(this.#url, file, hear).then(
          (other) => {
            if (!other) files.push(file);
            this.status = other?.status ?? 200;
            this.responseText = other?.text ?? '';
            this.#listeners.get('load')?.();
          },
          () => this.#listeners.get('error')?.(),
        );
      }
    },
  );
  return files;
}
