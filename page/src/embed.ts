import { defineCommissionForm } from './define-element.ts';

defineCommissionForm();
