import './breach.ts';
export const a = 1;
