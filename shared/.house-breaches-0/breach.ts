import '#functions/serve.ts';
