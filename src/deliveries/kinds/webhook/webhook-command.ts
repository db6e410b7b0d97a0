import { type KindCommand, urlArgument } from '../../kind/kind-command.ts';
import { type WebhookField, type WebhookSettings, webhookFields, webhookFormats } from './webhook-settings.ts';

interface Options {
  readonly format: WebhookSettings['format'];
  readonly fields: readonly WebhookField[];
  /** False with `--no-verify-tls`. */
  readonly verifyTls: boolean;
}

export const webhookCommand: KindCommand = {
  description: 'add a webhook, and print only its secret, which is shown only once',
  examples: [
    'commissions channels add webhook https://example.org/hooks/commissions',
    'commissions channels add webhook https://example.org/hook --fields customerName,message --json | jq -r .id',
  ],
  declare(command, { listOf }) {
    command
      .argument('<url>', 'the URL of the receiver', urlArgument(command))
      .addOption(
        command
          .createOption('--format <format>', 'the format of the webhook')
          .choices(webhookFormats)
          .default('standard'),
      )
      .addOption(
        command
          .createOption('--fields <fields>', 'the fields to send besides ids, separated by commas')
          .choices(webhookFields)
          .argParser(listOf(webhookFields))
          .default([], 'none'),
      )
      .option('--no-verify-tls', 'accept a certificate that cannot be verified');
  },
  read(command) {
    const { format, fields, verifyTls: verifiesTls } = command.opts<Options>();
    return { url: command.processedArgs[0], format, fields, verifiesTls };
  },
};
