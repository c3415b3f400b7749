/** The picture of the product: two shores, the sea between them, a parcel in transit. */
export function CrossingPicture() {
  return (
    <svg className="hero__picture" viewBox="0 0 520 360" aria-hidden="true">
      <circle cx="390" cy="92" r="42" fill="var(--amplify-colors-secondary-40)" />
      <path d="M0 252c60-70 104-84 140-62 26 16 36 44 64 62Z" fill="var(--amplify-colors-primary-60)" />
      <path d="M0 252c40-34 66-42 92-30 18 8 28 20 44 30Z" fill="var(--amplify-colors-primary-40)" />
      <path d="M520 252c-46-86-92-108-136-80-30 20-44 58-78 80Z" fill="var(--amplify-colors-primary-80)" />
      <path d="M520 252c-30-44-60-56-90-40-18 10-28 28-46 40Z" fill="var(--amplify-colors-primary-60)" />
      {/* Houses of both shores. */}
      <g fill="var(--amplify-colors-white)">
        <path d="M64 196h20v30H64zM88 184h16v42H88zM108 202h20v24h-20z" opacity=".9" />
        <path d="M416 178h18v34h-18zM438 190h22v22h-22zM464 170h14v42h-14z" opacity=".92" />
        <path d="M464 170a7 8 0 0 1 14 0z" />
      </g>
      <path d="M-1600 252h4000v400h-4000Z" fill="var(--amplify-colors-primary-90)" />
      <g fill="none" stroke="var(--amplify-colors-primary-60)" strokeWidth="4" strokeLinecap="round">
        <path d="M30 284c18-12 36-12 54 0s36 12 54 0" />
        <path d="M384 278c18-12 36-12 54 0s36 12 54 0" />
        <path d="M214 322c18-12 36-12 54 0s36 12 54 0" />
        <path d="M70 336c14-9 28-9 42 0" />
        <path d="M420 330c14-9 28-9 42 0" />
      </g>
      <path
        d="M104 176C170 44 350 40 432 160"
        fill="none"
        stroke="var(--amplify-colors-white)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="1 13"
      />
      <g transform="translate(232 40)">
        <path d="m0 22 36-16 36 16v40L36 80 0 62Z" fill="var(--amplify-colors-secondary-20)" />
        <path d="m0 22 36 17v41L0 62Z" fill="var(--amplify-colors-secondary-40)" />
        <path d="m18 14 36 17v17l-9 4V35L9 18Z" fill="var(--amplify-colors-secondary-60)" />
      </g>
      {/* The ferry. */}
      <g transform="translate(196 222)">
        <path d="M0 34h130l-18 28H20Z" fill="var(--amplify-colors-white)" />
        <path d="M26 14h72v20H26zM42 0h34v14H42z" fill="var(--amplify-colors-neutral-20)" />
        <path d="M84-12h12v26H84z" fill="var(--amplify-colors-secondary-40)" />
        <g fill="var(--amplify-colors-primary-80)">
          <circle cx="38" cy="24" r="4" />
          <circle cx="56" cy="24" r="4" />
          <circle cx="74" cy="24" r="4" />
        </g>
        <path d="M8 46h114" stroke="var(--amplify-colors-primary-80)" strokeWidth="4" />
      </g>
      <path d="M170 284c22-12 44-12 66 0s44 12 66 0 36-10 52-2v20H170Z" fill="var(--amplify-colors-primary-90)" />
    </svg>
  );
}
