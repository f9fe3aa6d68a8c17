import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { browserZone } from '#words/format.ts';
import { useSpeech } from '#words/react.tsx';
import { apiJson } from '../../api/json.ts';
import { ProblemError } from '../../api/problem.ts';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { goOn } from '../members/destination.ts';
import { Done, MemberForm, type PostedForm, SENT, TextField } from '../members/form.tsx';
import { Heading } from '../members/heading.tsx';
import { useLinkToken } from '../members/link-token.ts';
import { type MemberData, memberData } from '../members/member.ts';
import { NewPassword } from '../members/new-password.tsx';
import { confirmRegistration } from '../members/registration.ts';
import type manifest from './manifest.ts';

export type RegisterFields = FieldsOf<typeof manifest>;

type Step = 'form' | 'sent' | 'link' | 'unusable';

export default function Register(props: ViewProps<RegisterFields, MemberData>): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { id, fields, data, posted } = props;
  const { afterRegister } = fields;
  const [step, setStep] = useState<Step>(posted?.step === SENT ? 'sent' : 'form');
  const { isLoggedIn, isRegistrationOpen } = memberData(data);
  const token = useLinkToken('registration');
  useEffect(() => {
    if (token) setStep('link');
  }, [token]);
  return (
    <div className="pw-member pw-member-stack" {...words}>
      <Heading written={fields.heading} standard={t`Create an account`} />
      {token && step === 'link' && (
        <Confirmation
          token={token}
          onDone={() => goOn(afterRegister)}
          onUnusable={() => setStep('unusable')}
        />
      )}
      {step === 'unusable' && (
        <p role="alert">{t`This link can no longer be used. Register again to get a new one.`}</p>
      )}
      {step === 'sent' && <Done>{t`Nearly there: open the link in the email that we have sent you.`}</Done>}
      {isLoggedIn && step === 'form' && <p>{t`You have an account, and you are logged in.`}</p>}
      {!isLoggedIn && (step === 'form' || step === 'unusable') && (
        <Registration
          fields={fields}
          isOpen={isRegistrationOpen}
          post={{ id, posted }}
          onSent={() => setStep('sent')}
        />
      )}
    </div>
  );
}

interface ConfirmationProps {
  token: string;
  onDone: () => void;
  onUnusable: () => void;
}

/**
 * A press is asked for. Programs that look into mails open links and run their scripts: else they would make the
 * account of a stranger who registered somebody else's address.
 */
function Confirmation({ token, onDone, onUnusable }: ConfirmationProps): ReactNode {
  const { t } = useLingui();
  const onSubmit = async () => {
    try {
      await confirmRegistration(token);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'token_unusable') throw error;
      return onUnusable();
    }
    onDone();
  };
  return (
    <MemberForm submit={t`Make my account`} label={t`Finish your registration`} onSubmit={onSubmit}>
      <p>{t`Your address is confirmed with this, and you are logged in.`}</p>
    </MemberForm>
  );
}

interface RegistrationProps {
  fields: RegisterFields;
  isOpen: boolean;
  post: PostedForm;
  onSent: () => void;
}

function Registration({ fields, isOpen, post, onSent }: RegistrationProps): ReactNode {
  const { t } = useLingui();
  const { terms, loginPage } = fields;
  const { content } = useSpeech();
  if (!isOpen) return <p>{t`Nobody can register here at the moment.`}</p>;
  const onSubmit = async (values: Record<string, string>) => {
    await apiJson('POST', '/auth/registrations', { body: { ...values, timezone: browserZone() } });
    onSent();
  };
  return (
    <>
      <MemberForm submit={t`Create the account`} label={t`Create an account`} onSubmit={onSubmit} post={post}>
        <TextField name="firstName" label={t`First name`} autoComplete="given-name" maxLength={200} />
        <TextField name="lastName" label={t`Last name`} autoComplete="family-name" maxLength={200} />
        <TextField
          name="emailAddress"
          label={t`Email address`}
          type="email"
          autoComplete="username"
          maxLength={254}
        />
        <NewPassword label={t`Password`} />
        {terms && <div className="pw-form-hint" {...content} dangerouslySetInnerHTML={{ __html: terms }} />}
      </MemberForm>
      {loginPage && (
        <p>
          <Trans>
            Have an account? <a href={loginPage}>Log in</a>
          </Trans>
        </p>
      )}
    </>
  );
}
