import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { toJpeg } from '#web/forms/files/compress-image.ts';
import { useCamera } from '#web/forms/files/use-camera.ts';

vi.mock('#web/forms/files/compress-image.ts', () => ({
  toJpeg: vi.fn<() => Promise<Blob>>(async () => new Blob(['jpeg'])),
}));
const drawn = vi.mocked(toJpeg);

afterEach(() => {
  vi.unstubAllGlobals();
  drawn.mockClear();
});

/** A camera that delivers this size for any request. */
async function photoOf(facing: 'user' | 'environment', videoWidth: number, videoHeight: number) {
  const getUserMedia = vi.fn<typeof navigator.mediaDevices.getUserMedia>(
    async () => ({ getTracks: () => [] }) as unknown as MediaStream,
  );
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  const { result } = renderHook(() => useCamera(facing));
  await act(() => result.current.start());
  const video = Object.assign(document.createElement('video'), { srcObject: null });
  result.current.video.current = video;
  const photo = result.current.take();
  // A press before the camera's first frame.
  Object.defineProperties(video, { videoWidth: { value: videoWidth }, videoHeight: { value: videoHeight } });
  video.dispatchEvent(new Event('loadeddata'));
  expect(await photo).toMatchObject({ type: 'image/jpeg' });
  return { asked: getUserMedia.mock.calls[0]?.[0]?.video, drawn: drawn.mock.calls.at(-1)?.slice(1) };
}

test('a photo of a hand-over has the pixels of the camera, 1920 at most', async () => {
  const { asked, drawn: size } = await photoOf('environment', 1920, 1440);
  expect(asked).toMatchObject({ width: { ideal: 1920 }, facingMode: 'environment' });
  expect(size).toEqual([1920, 1440]);
  expect((await photoOf('environment', 1440, 1920)).drawn).toEqual([1440, 1920]);
  expect((await photoOf('environment', 4000, 3000)).drawn).toEqual([1920, 1440]);
  expect((await photoOf('environment', 1280, 720)).drawn).toEqual([1280, 720]);
});

test('a photo requested before the first frame is drawn after it', async () => {
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => ({ getTracks: () => [] }) } });
  const { result } = renderHook(() => useCamera('user'));
  await act(() => result.current.start());
  const video = Object.assign(document.createElement('video'), { srcObject: null });
  result.current.video.current = video;
  const photo = result.current.take();
  await new Promise((turn) => setTimeout(turn));
  expect(drawn).not.toHaveBeenCalled();
  video.dispatchEvent(new Event('loadeddata'));
  expect(await photo).toBeInstanceOf(File);
});

test('a photo of a face stays 640×480', async () => {
  const { asked, drawn: size } = await photoOf('user', 1920, 1440);
  expect(asked).toEqual({ width: 640, height: 480, facingMode: 'user' });
  expect(size).toEqual([640, 480]);
});
