import { vi } from 'vitest';

type Keep = (url: string, file: File) => Promise<void>;

/**
 * Receives the files that a page sends to S3; they are returned in the order of their arrival. `keep` may do more with
 * one; when it fails the connection is broken. jsdom itself would use the network.
 */
export function fakeStorage(keep: Keep = async () => {}): File[] {
  const files: File[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = new EventTarget();
      status = 0;
      #url = '';
      #listeners = new Map<string, () => void>();
      open(_method: string, url: string) {
        this.#url = url;
      }
      setRequestHeader() {}
      addEventListener(type: string, listener: () => void) {
        this.#listeners.set(type, listener);
      }
      send(file: File) {
        void keep(this.#url, file).then(
          () => {
            files.push(file);
            this.status = 200;
            this.#listeners.get('load')?.();
          },
          () => this.#listeners.get('error')?.(),
        );
      }
    },
  );
  return files;
}
