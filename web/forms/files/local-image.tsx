import { useCallback } from 'react';

interface LocalImageProps {
  file: Blob;
  alt: string;
  width: number;
  height: number;
  className?: string;
}

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
