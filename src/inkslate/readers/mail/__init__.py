"""E-mail: single mails and mailboxes."""
