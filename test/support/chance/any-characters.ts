import fc from 'fast-check';

/** Texts of any code points, half pairs too. Fast-check's own `binary` unit takes seconds to set up. */
export const anyCharacters = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 40 })
  .map((codes) => String.fromCodePoint(...codes));
