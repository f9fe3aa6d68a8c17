/** The config entries that are set here, by what they are about. The site's name and look have a screen of their own. */
import { t } from '@lingui/core/macro';
import type { ConfigEntry } from '../../api/config.ts';
import { isEmpty } from '../../fields/check.ts';
import type { DrawnField, Section } from '../form-fields.ts';
import { type ConfigValues, isChanged, sentOf } from './config-values.ts';
import { SecretField } from './secret-field.tsx';

/** A secret, of which only that it is set is ever read. */
const secret = (name: string, label: string, hint: string, isSet: boolean): DrawnField<ConfigValues> => ({
  type: 'drawn',
  name,
  label,
  hint,
  draw: (props) => <SecretField {...props} isSet={isSet} />,
  words: () => '••••••',
});

const CAPTCHA = ['captchaProvider', 'captchaSiteKey', 'captchaSecret'];

const hasCaptcha = (values: ConfigValues) => Boolean(values.captchaProvider);

export function sectionsOf(entries: ConfigEntry[]): Section<ConfigValues>[] {
  const entryOf = (key: string) => entries.find((entry) => entry.key === key);
  const isSet = (key: string) => entryOf(key)?.isSet ?? false;
  // A site may have a provider without its keys from before: that must not stop an administrator who changes
  // another setting.
  const isCaptchaChanged = (values: ConfigValues) =>
    CAPTCHA.some((key) => {
      const entry = entryOf(key);
      return entry !== undefined && isChanged(entry, sentOf(entry, values));
    });
  const sections: Section<ConfigValues>[] = [
    {
      title: t`Areas`,
      fields: [
        {
          type: 'switch',
          name: 'hasEcom',
          label: t`Shop`,
          hint: t`Products, baskets and orders. Existing data stays when you switch it off.`,
        },
        {
          type: 'switch',
          name: 'hasCRM',
          label: t`Customer relationships`,
          hint: t`Enquiries and contacts. Existing data stays when you switch it off.`,
        },
      ],
    },
    {
      title: t`Accounts`,
      fields: [
        {
          type: 'switch',
          name: 'allowRegistration',
          label: t`Visitors may register`,
          hint: t`Anyone who confirms their email address gets a member account, without scopes. Add the Register plugin to a page for the form.`,
        },
      ],
    },
    {
      title: t`Emails from visitors`,
      fields: [
        {
          type: 'email',
          name: 'contactAddress',
          label: t`Contact address`,
          hint: t`Receives visitors’ messages, unless the email’s template has other recipients.`,
          placeholder: 'office@example.com',
          autoComplete: 'off',
        },
      ],
    },
    {
      title: t`Spam protection`,
      description: t`A captcha provider sees the visitors who use a form. Both keys come from your account with it.`,
      fields: [
        {
          type: 'choice',
          name: 'captchaProvider',
          label: t`Captcha provider`,
          options: [
            { value: '', label: t`None` },
            { value: 'hcaptcha', label: 'hCaptcha' },
            { value: 'recaptcha', label: 'reCAPTCHA' },
            { value: 'turnstile', label: 'Turnstile' },
          ],
        },
        {
          type: 'text',
          name: 'captchaSiteKey',
          mode: 'code',
          label: t`Site key`,
          hint: t`Pages show it to everybody.`,
          autoComplete: 'off',
          maxLength: 200,
          isShown: hasCaptcha,
          faultOf: (value, values) =>
            isEmpty(value) && isCaptchaChanged(values) ? t`Enter the site key.` : undefined,
        },
        {
          ...secret(
            'captchaSecret',
            t`Secret key`,
            t`Never shown again. Enter another one to replace it.`,
            isSet('captchaSecret'),
          ),
          isShown: hasCaptcha,
          faultOf: (value, values) => {
            if (value === null) return t`Choose “None” as captcha provider to remove its key.`;
            return value === undefined && !isSet('captchaSecret') && isCaptchaChanged(values)
              ? t`Enter the secret key.`
              : undefined;
          },
        },
      ],
    },
    {
      title: t`Google Analytics`,
      description: t`Shows under “Analytics” who visits the site. Counting is done by a tracker.`,
      fields: [
        {
          type: 'text',
          name: 'analyticsProperty',
          mode: 'code',
          label: t`Property ID`,
          hint: t`In Google Analytics under “Property details”: digits only, not the measurement ID that begins with G-.`,
          autoComplete: 'off',
          maxLength: 20,
        },
        {
          type: 'text',
          name: 'googleClientId',
          mode: 'code',
          label: t`Client ID`,
          hint: t`From an OAuth client for a web application in the Google Cloud console.`,
          autoComplete: 'off',
          maxLength: 300,
        },
        secret(
          'googleClientSecret',
          t`Client secret`,
          t`Never shown again. Enter another one to replace it.`,
          isSet('googleClientSecret'),
        ),
      ],
    },
    {
      title: t`Mailing lists`,
      description: t`For lists managed by a provider. Create lists under Mailing lists.`,
      fields: [
        {
          ...secret(
            'mailchimpKey',
            t`Mailchimp API key`,
            t`From your account there, under Extras, API keys; it ends in a hyphen and the data centre, such as -us21. Never shown again.`,
            isSet('mailchimpKey'),
          ),
          pattern: /^[A-Za-z0-9]{1,100}-[a-z]{2,4}[0-9]{1,4}$/,
          patternHint: t`Enter the whole key, including its end, such as -us21.`,
        },
        secret(
          'campaignMonitorKey',
          t`Campaign Monitor API key`,
          t`From your account settings there, under API keys. Never shown again.`,
          isSet('campaignMonitorKey'),
        ),
      ],
    },
  ];
  const keys = new Set(entries.map(({ key }) => key));
  return sections
    .map((section) => ({ ...section, fields: section.fields.filter(({ name }) => keys.has(name)) }))
    .filter(({ fields }) => fields.length > 0);
}
