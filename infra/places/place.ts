export interface SourcePlace {
  /** GeoNames id, or that of a commune which GeoNames does not have (`communeId`). */
  readonly id: number;
  name: string;
  readonly country: string;
  /** Tells places of one name apart; empty where it adds nothing. */
  region: string;
  department?: string | undefined;
  population: number;
  /** A part of a city, with a population of its own: « Marseille » means the city. */
  readonly isDistrict: boolean;
  partOf?: number;
  /** Names under which it is found beside its own. */
  readonly others: Set<string>;
  /** Names of what is a small part of it, such as a commune that was merged into it: found, but never meant. */
  readonly parts: Set<string>;
  readonly codes: Set<string>;
}

/**
 * Id of a commune without one of GeoNames: a billion, the number of its country (ISO 3166-1) and its national code of
 * at most six digits. GeoNames counts to some thirteen million.
 */
export const communeId = (countryNumber: number, code: string): number =>
  1_000_000_000 + countryNumber * 1_000_000 + Number(code);
