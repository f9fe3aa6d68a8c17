import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { browserZone } from '#words/format.ts';
import { useSpeech } from '#words/react.tsx';
import type { Registrant } from '../../api/generated/index.ts';
import { apiJson } from '../../api/json.ts';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { goOn } from '../members/destination.ts';
import { Done, MemberForm, type PostedForm, SENT, TextField } from '../members/form.tsx';
import { Heading } from '../members/heading.tsx';
import { isUnusable, useLinkSubject, useLinkToken } from '../members/link-token.ts';
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
 * The person who registered may not own the mailbox: the visitor who opens the link sees the address, may
 * change the name, and chooses the password.
 */
function Confirmation({ token, onDone, onUnusable }: ConfirmationProps): ReactNode {
  const { t } = useLingui();
  const found = useLinkSubject<Registrant>('/auth/registrations/inspection', token, onUnusable);
  if (found === undefined) return <div className="pw-member-place" aria-busy="true" />;
  const address = found?.emailAddress;
  const onSubmit = async (values: Record<string, string>) => {
    try {
      await confirmRegistration(token, values);
    } catch (error) {
      if (!isUnusable(error)) throw error;
      return onUnusable();
    }
    onDone();
  };
  return (
    <MemberForm submit={t`Create account`} label={t`Finish your registration`} onSubmit={onSubmit}>
      {address && (
        <p>
          <Trans>Choose a password. You will log in with it and {address}.</Trans>
        </p>
      )}
      <NameFields firstName={found?.firstName} lastName={found?.lastName} />
      <NewPassword label={t`Password`} />
    </MemberForm>
  );
}

function NameFields({ firstName, lastName }: Partial<Registrant>): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <TextField
        name="firstName"
        label={t`First name`}
        autoComplete="given-name"
        maxLength={200}
        {...(firstName !== undefined && { defaultValue: firstName })}
      />
      <TextField
        name="lastName"
        label={t`Last name`}
        autoComplete="family-name"
        maxLength={200}
        {...(lastName !== undefined && { defaultValue: lastName })}
      />
    </>
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
  if (!isOpen) return <p>{t`Registration is closed at the moment.`}</p>;
  const onSubmit = async (values: Record<string, string>) => {
    await apiJson('POST', '/auth/registrations', { body: { ...values, timezone: browserZone() } });
    onSent();
  };
  return (
    <>
      <MemberForm submit={t`Register`} label={t`Create an account`} onSubmit={onSubmit} post={post}>
        <NameFields />
        <TextField
          name="emailAddress"
          label={t`Email address`}
          type="email"
          autoComplete="username"
          maxLength={254}
          hint={t`We email you a link. You choose your password there.`}
        />
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
