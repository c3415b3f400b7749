import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { toJpeg } from '#web/components/compress-image.ts';

/** Spec 1 §9: 640×480, JPEG 0.8. */
const size = { width: 640, height: 480 };

export type Camera = {
  video: RefObject<HTMLVideoElement | null>;
  state: 'off' | 'starting' | 'on' | 'denied';
  start: () => Promise<void>;
  take: () => Promise<File | undefined>;
  stop: () => void;
};

/** The device's camera, asked for only when `start` is called, and off again when the component leaves. */
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
      // In-app browsers have no mediaDevices at all.
      stream.current = await navigator.mediaDevices.getUserMedia({ video: { ...size, facingMode: facing } });
      if (!mounted.current) return stop();
      setState('on');
    } catch {
      if (mounted.current) setState('denied');
    }
  }, [facing, stop]);

  useEffect(() => {
    if (state === 'on' && video.current) video.current.srcObject = stream.current ?? null;
  }, [state]);

  const take = useCallback(async () => {
    const jpeg = video.current && (await toJpeg(video.current, size.width, size.height));
    return jpeg ? new File([jpeg], `photo-${Date.now()}.jpg`, { type: 'image/jpeg' }) : undefined;
  }, []);

  return { video, state, start, take, stop };
}
