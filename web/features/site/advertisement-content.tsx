import { type ReactNode } from 'react';
import type { Advertisement } from '#shared/site/contract.ts';
import '#web/features/site/advertisement.css';

type ContentProps = Omit<Advertisement, 'id'> & {
  /** A picture that is not stored yet. */
  picture?: ReactNode;
};

export function AdvertisementContent({ title, description, imageUrl, linkUrl, picture }: ContentProps) {
  return (
    <>
      {picture ?? (imageUrl && <img src={imageUrl} alt="" loading="lazy" decoding="async" />)}
      <div dir="auto">
        <p className="advertisement__title">
          {linkUrl ? (
            <a href={linkUrl} target="_blank" rel="noopener sponsored" className="advertisement__link">
              {title} <span className="visually-hidden">(nouvel onglet)</span>
            </a>
          ) : (
            title
          )}
        </p>
        {description && <p className="muted small">{description}</p>}
      </div>
    </>
  );
}
