import { useCallback } from 'react';

interface LocalImageProps {
  file: Blob;
  alt: string;
  width: number;
  height: number;
  className?: string;
}

/** An image that is still on this device, with an object URL while it is shown. */
export function LocalImage({ file, alt, ...rest }: LocalImageProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={show} alt={alt} {...rest} />;
}
