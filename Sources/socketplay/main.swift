import SocketplayCLI

SocketplayCLI.main()
