declare global {
  /** The operator of the service, from the settings of the deployment (set by `infra/build/site.ts`). */
  interface ImportMetaEnv {
    readonly VITE_LEGAL_NAME: string;
    readonly VITE_LEGAL_ADDRESS: string;
    readonly VITE_LEGAL_EMAIL: string;
    readonly VITE_LEGAL_FORM?: string;
    readonly VITE_LEGAL_PHONE?: string;
    readonly VITE_LEGAL_REGISTRATION?: string;
    readonly VITE_LEGAL_VAT?: string;
    readonly VITE_PUBLICATION_DIRECTOR?: string;
    readonly VITE_HOST_PHONE?: string;
    readonly VITE_MEDIATOR_NAME?: string;
    readonly VITE_MEDIATOR_ADDRESS?: string;
    readonly VITE_MEDIATOR_SITE?: string;
    readonly VITE_OUT_OF_COURT?: string;
    readonly VITE_ALGERIA_SAFEGUARD?: string;
    readonly VITE_SUBSCRIPTION_EURO?: string;
  }
}

const env = import.meta.env;

/** Facts that only the operator knows. A page leaves out what is absent, and invents nothing (rule 215). */
export const operator = {
  name: env.VITE_LEGAL_NAME,
  address: env.VITE_LEGAL_ADDRESS,
  email: env.VITE_LEGAL_EMAIL,
  form: env.VITE_LEGAL_FORM,
  phone: env.VITE_LEGAL_PHONE,
  registration: env.VITE_LEGAL_REGISTRATION,
  vat: env.VITE_LEGAL_VAT,
  publicationDirector: env.VITE_PUBLICATION_DIRECTOR,
  hostPhone: env.VITE_HOST_PHONE,
  mediator: env.VITE_MEDIATOR_NAME && {
    name: env.VITE_MEDIATOR_NAME,
    address: env.VITE_MEDIATOR_ADDRESS,
    site: env.VITE_MEDIATOR_SITE,
  },
  /** Refused members may turn to an out-of-court body; small platforms need not take part. */
  hasOutOfCourt: env.VITE_OUT_OF_COURT === 'yes',
  algeriaSafeguard: env.VITE_ALGERIA_SAFEGUARD,
  subscriptionEuro: env.VITE_SUBSCRIPTION_EURO,
};
