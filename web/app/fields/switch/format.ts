import { t } from '@lingui/core/macro';
import type { Format } from '../format.ts';

const format: Format<'switch'> = (_, value, { i18n }) => (value === true ? t(i18n)`Yes` : t(i18n)`No`);
export default format;
