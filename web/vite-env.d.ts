/// <reference types="vite/client" />

/** Who answers for the service, from the settings of the deployment (`infra/build/site.ts` writes it in). */
interface ImportMetaEnv {
  readonly VITE_LEGAL_NAME: string;
  readonly VITE_LEGAL_ADDRESS: string;
  readonly VITE_LEGAL_EMAIL: string;
}
