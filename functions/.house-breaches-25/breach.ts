export * from './serve.ts';
