/** Two shores, the crossing between them. */
export function Logo() {
  return (
    <svg className="logo" width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="var(--drawn-petrol-80)" />
      <path
        d="M7 20.5C11 9.5 21 9.5 25 20.5"
        fill="none"
        stroke="var(--drawn-white)"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeDasharray="0.1 4.1"
      />
      <circle cx="7" cy="22" r="3" fill="var(--drawn-white)" />
      <circle cx="25" cy="22" r="3" fill="var(--drawn-saffron-40)" />
    </svg>
  );
}
