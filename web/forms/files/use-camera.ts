import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { toJpeg } from '#web/forms/files/compress-image.ts';

/**
 * A face: 640×480 (product 1.9). A hand-over photo: the camera's size up to this one, so that it is at least 1280 px
 * wide, also in portrait, if the camera can.
 */
const face = { width: 640, height: 480 };
const thing = { width: { ideal: 1920 }, height: { ideal: 1440 } };
const longestSide = 1920;

export type CameraRefusal = 'denied' | 'missing' | 'busy';

export interface Camera {
  video: RefObject<HTMLVideoElement | null>;
  state: 'off' | 'starting' | 'on' | CameraRefusal;
  start: () => Promise<void>;
  take: () => Promise<File | undefined>;
  stop: () => void;
}

/** The camera's actual size, which may differ from the requested one. */
function sizeOf({ videoWidth, videoHeight }: HTMLVideoElement) {
  const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight));
  return { width: Math.round(videoWidth * scale), height: Math.round(videoHeight * scale) };
}

/** Waits for the first frame: before it a video has no size, and drawing gives nothing or black. */
function firstFrame(video: HTMLVideoElement): Promise<void> {
  if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return Promise.resolve();
  return new Promise((seen) => {
    video.addEventListener('loadeddata', () => seen(), { once: true });
  });
}

/** The device's camera. `start` opens it, and it closes when the component unmounts. */
export function useCamera(facing: 'user' | 'environment'): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream>(undefined);
  const mounted = useRef(true);
  const [state, setState] = useState<Camera['state']>('off');

  const stop = useCallback(() => {
    for (const track of stream.current?.getTracks() ?? []) track.stop();
    stream.current = undefined;
    if (mounted.current) setState('off');
  }, []);

  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      stop();
    };
  }, [stop]);

  const start = useCallback(async () => {
    setState('starting');
    try {
      // In-app browsers may have no mediaDevices.
      stream.current = await navigator.mediaDevices.getUserMedia({
        video: { ...(facing === 'user' ? face : thing), facingMode: facing },
      });
      if (!mounted.current) return stop();
      setState('on');
    } catch (fault) {
      if (mounted.current) setState(refusalOf(fault));
    }
  }, [facing, stop]);

  useEffect(() => {
    if (state === 'on' && video.current) video.current.srcObject = stream.current ?? null;
  }, [state]);

  const take = useCallback(async () => {
    if (!video.current) return undefined;
    await firstFrame(video.current);
    const { width, height } = facing === 'user' ? face : sizeOf(video.current);
    const jpeg = await toJpeg(video.current, width, height);
    return jpeg ? new File([jpeg], `photo-${Date.now()}.jpg`, { type: 'image/jpeg' }) : undefined;
  }, [facing]);

  return { video, state, start, take, stop };
}

/** Maps the error names of getUserMedia; without mediaDevices there is no camera. */
function refusalOf(fault: unknown): CameraRefusal {
  const name = fault instanceof DOMException ? fault.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing';
}
