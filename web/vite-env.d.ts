/// <reference types="vite/client" />

/** The operator of the service, from the settings of the deployment (set by `infra/build/site.ts`). */
interface ImportMetaEnv {
  readonly VITE_LEGAL_NAME: string;
  readonly VITE_LEGAL_ADDRESS: string;
  readonly VITE_LEGAL_EMAIL: string;
}
