import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import { TRAP } from './sending.ts';

/** What a form has against spam: a field that people do not see and programs fill in, a ticket, and the captcha's place. */
export function FormTraps(): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  return (
    <>
      {/* Above the page: to its left one could scroll there where it reads from the right. */}
      <div className="pw-form-trap" aria-hidden="true" style={{ position: 'absolute', top: '-9999px' }}>
        <label {...words}>
          {t`Leave this empty`}
          <input name={TRAP} tabIndex={-1} autoComplete="off" />
        </label>
        <noscript>
          <img src="/cms/contact-forms/ticket.gif" alt="" width="1" height="1" />
        </noscript>
      </div>
      <div
        className="pw-form-captcha"
        hidden
        data-wanted={t`Please confirm that you are not a robot. The form is sent then.`}
        data-failed={t`The robot check did not work. Check your connection and your content blocker, then send the form again.`}
      />
    </>
  );
}
