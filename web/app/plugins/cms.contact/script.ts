export { default } from '../forms/form-script.ts';
