import { buildPlaces } from './build.ts';

await buildPlaces();
