import '#web/features/site/contact-form.tsx';
