/** The widths of all screen tests, and of the gallery. */
export const widths = {
  phone: { width: 375, height: 667 },
  tablet: { width: 768, height: 1024 },
  desk: { width: 1280, height: 800 },
} as const;
export type Width = keyof typeof widths;
