import { vi } from 'vitest';

/**
 * jsdom decodes no pictures. From now on it takes any file for one, unless it is `broken`. Pages get no pixels of it,
 * so files are sent as they were chosen.
 */
export const readPictures = (broken: (file: Blob) => boolean = () => false): void =>
  void vi.stubGlobal('createImageBitmap', async (file: Blob) => {
    if (broken(file)) throw new DOMException('The source image could not be decoded.', 'InvalidStateError');
    return { width: 640, height: 480, close: () => {} };
  });
