import type { ReactNode } from 'react';
import '#web/ui/empty-state.css';

const petrol = 'var(--amplify-colors-primary-80)';
const light = 'var(--amplify-colors-primary-20)';
const saffron = 'var(--amplify-colors-secondary-40)';
const line = {
  fill: 'none',
  stroke: petrol,
  strokeWidth: 2.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const shapes = {
  parcels: (
    <>
      <path d="M28 40 60 26l32 14v34L60 90 28 74Z" fill={light} />
      <path d="M28 40 60 54l32-14M60 54v36M28 40 60 26l32 14v34L60 90 28 74Z" {...line} />
      <path d="m44 33 32 14v12" {...line} stroke={saffron} strokeWidth={5} />
    </>
  ),
  trips: (
    <>
      <path d="M14 84h92" {...line} stroke={light} strokeWidth={6} />
      <path d="M22 74C36 30 84 30 98 74" {...line} strokeDasharray="1 8" strokeWidth={4} />
      <circle cx="22" cy="78" r="8" fill={petrol} />
      <circle cx="98" cy="78" r="8" fill={saffron} />
    </>
  ),
  messages: (
    <>
      <path d="M20 28h58a8 8 0 0 1 8 8v26a8 8 0 0 1-8 8H44L28 84V70h-8a8 8 0 0 1-8-8V36a8 8 0 0 1 8-8Z" fill={light} />
      <path d="M20 28h58a8 8 0 0 1 8 8v26a8 8 0 0 1-8 8H44L28 84V70h-8a8 8 0 0 1-8-8V36a8 8 0 0 1 8-8Z" {...line} />
      <path d="M96 46h4a8 8 0 0 1 8 8v22a8 8 0 0 1-8 8v10L88 84H62" {...line} stroke={saffron} strokeWidth={4} />
      <path d="M28 44h38M28 55h24" {...line} />
    </>
  ),
  search: (
    <>
      <circle cx="52" cy="50" r="28" fill={light} />
      <circle cx="52" cy="50" r="28" {...line} />
      <path d="m73 71 22 22" {...line} stroke={saffron} strokeWidth={8} />
      <path d="M40 50h24" {...line} strokeDasharray="1 8" strokeWidth={4} />
    </>
  ),
  documents: (
    <>
      <rect x="24" y="30" width="66" height="58" rx="8" fill={light} />
      <rect x="24" y="30" width="66" height="58" rx="8" {...line} />
      <circle cx="44" cy="52" r="8" {...line} />
      <path d="M32 76c2-9 22-9 24 0M66 48h14M66 60h14" {...line} />
      <circle cx="90" cy="84" r="16" fill={saffron} />
      <path d="m83 84 5 5 9-10" {...line} stroke="var(--amplify-colors-primary-100)" />
    </>
  ),
  delivered: (
    <>
      <path d="M24 46 54 32l30 14v32L54 92 24 78Z" fill={light} />
      <path d="M24 46 54 58l30-12M54 58v34M24 46 54 32l30 14v32L54 92 24 78Z" {...line} />
      <circle cx="86" cy="40" r="20" fill={saffron} />
      <path d="m77 40 7 7 12-13" {...line} strokeWidth={4} stroke="var(--amplify-colors-primary-100)" />
    </>
  ),
  lost: (
    <>
      <path d="M10 84c10-8 20-8 30 0s20 8 30 0 20-8 40 0" {...line} />
      <path d="M18 96c10-8 20-8 30 0s20 8 30 0 14-6 24-2" {...line} stroke={light} strokeWidth={4} />
      <path d="m40 56 22-10 22 10v16L62 80 40 72Z" fill={light} />
      <path d="m40 56 22 9 22-9M62 65v15M40 56l22-10 22 10v16L62 80 40 72Z" {...line} />
      <path d="M88 22c8 0 12 5 12 10 0 8-10 8-10 15M90 56v.1" {...line} stroke={saffron} strokeWidth={5} />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type DrawingName = keyof typeof shapes;

/** A small line drawing in the two colours of the theme. It is decoration: the text beside it has the full meaning. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className="drawing" width="120" height="110" viewBox="0 0 120 110" aria-hidden="true">
      {shapes[name]}
    </svg>
  );
}
