/** The oldest browsers in which the site works completely (rule 200), by their names as build targets. */
export const floor = { safari: '15.6', ios: '15.6', chrome: '106', edge: '106', firefox: '115' } as const;

/** Vite lowers newer syntax to these. */
export const buildTargets: string[] = Object.entries(floor).map(([browser, version]) => `${browser}${version}`);
